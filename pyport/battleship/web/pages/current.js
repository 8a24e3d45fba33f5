// @ts-check
// On a phone the list of pages is wider than the screen: the current one comes into sight.
document.querySelector("nav [aria-current]")?.scrollIntoView({inline: "center", block: "nearest"});
export {};
