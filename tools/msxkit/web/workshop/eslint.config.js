// @ts-check
// What the scripts of the pages keep to; whether names exist and fit, TypeScript knows.
const rules = /** @type {const} */ (["array-callback-return", "constructor-super", "eqeqeq", "for-direction", "getter-return", "no-class-assign", "no-compare-neg-zero",
  "no-cond-assign", "no-const-assign", "no-constant-binary-expression", "no-constant-condition", "no-constructor-return", "no-control-regex",
  "no-debugger", "no-dupe-class-members", "no-dupe-else-if", "no-dupe-keys", "no-duplicate-case", "no-duplicate-imports", "no-else-return", "no-empty-character-class",
  "no-eval", "no-ex-assign", "no-fallthrough", "no-func-assign", "no-implied-eval", "no-import-assign", "no-inner-declarations", "no-invalid-regexp",
  "no-irregular-whitespace", "no-lonely-if", "no-loss-of-precision", "no-misleading-character-class", "no-new-wrappers", "no-promise-executor-return", "no-prototype-builtins",
  "no-redeclare", "no-regex-spaces", "no-self-assign", "no-self-compare", "no-setter-return", "no-shadow-restricted-names", "no-sparse-arrays", "no-this-before-super",
  "no-throw-literal", "no-unexpected-multiline", "no-unmodified-loop-condition", "no-unneeded-ternary", "no-unreachable", "no-unreachable-loop", "no-unsafe-finally", "no-unsafe-negation",
  "no-unsafe-optional-chaining", "no-unused-labels", "no-unused-private-class-members", "no-unused-vars", "no-useless-assignment", "no-useless-backreference", "no-useless-catch", "no-useless-concat",
  "no-useless-escape", "no-useless-rename", "no-useless-return", "no-var", "object-shorthand", "prefer-template",
  "require-yield", "use-isnan", "valid-typeof"]);

export default [{
  files: ["**/*.js"],
  linterOptions: {reportUnusedDisableDirectives: "error"},
  rules: {...Object.fromEntries(rules.map(name => [name, "error"])), "prefer-const": ["error", {ignoreReadBeforeAssign: true}]},
}];
