/** Numbers and lists as text. */

import assert from "node:assert/strict";
import test from "node:test";
import {
  capital,
  compact,
  counted,
  duration,
  listed,
  number,
  shortNumber,
  signed,
  spoken,
} from "../../shared/format.js";

test("numbers have groups of digits and a true minus sign", () => {
  assert.equal(number(1234567), "1,234,567");
  assert.equal(number(-1234), "−1,234");
  assert.equal(number(Infinity), "∞");
  assert.equal(number(-Infinity), "−∞");
});

test("scores have a sign unless they are zero", () => {
  assert.deepEqual([141, -20, 0].map(signed), ["+141", "−20", "0"]);
  assert.deepEqual([141, -20, 0].map(spoken), ["plus 141", "minus 20", "0"]);
});

test("large numbers are abbreviated to three digits", () => {
  assert.equal(compact(1234567), "1.23M");
  assert.equal(compact(-15400), "−15.4K");
});

test("a number is abbreviated only if it is too long", () => {
  assert.equal(shortNumber(-12345, 7), "−12,345");
  assert.equal(shortNumber(-12345, 6), "−12.3K");
});

test("counts have the plural unless they are one", () => {
  assert.equal(counted(1, "move"), "1 move");
  assert.equal(counted(1200, "move"), "1,200 moves");
  assert.equal(counted(2, "ply", "plies"), "2 plies");
});

test("lists end with and", () => {
  assert.deepEqual([[], ["D3"], ["D3", "E4"], ["D3", "E4", "F5"]].map(listed), [
    "",
    "D3",
    "D3 and E4",
    "D3, E4 and F5",
  ]);
});

test("only the first letter becomes a capital", () => {
  assert.equal(capital("blue leads"), "Blue leads");
  assert.equal(capital(""), "");
});

test("times have three significant digits and a suitable unit", () => {
  assert.deepEqual([0, 0.0123, 0.5, 1.234, 12.34, 1234].map(duration), [
    "< 1 ms",
    "12.3 ms",
    "500 ms",
    "1.23 s",
    "12.3 s",
    "1234 s",
  ]);
});
