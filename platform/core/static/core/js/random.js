// A random string that cannot be guessed: for keys of actions, and for a player's part of the shuffle.

export const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
