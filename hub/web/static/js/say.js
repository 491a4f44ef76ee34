// The page's own words in the language of its view; the English beside each key is said until a view has come.
let words = {};

export function speak(given) {
  words = given ?? {};
}

// "step {number} of {all}" with what stands in braces filled in.
export function say(key, english, filled = {}) {
  return Object.entries(filled).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), words[key] ?? english);
}
