/** What an audio worklet has (W3C Web Audio API), which TypeScript's libraries lack. */
declare class AudioWorkletProcessor { readonly port: MessagePort; }
declare const currentTime: number, sampleRate: number;
declare function registerProcessor(name: string, made: new () => AudioWorkletProcessor): void;
