import { parse } from "../src/parse";

test("empty", () => {
  const result = parse("");
  expect(result.ok).toBe(true);
  expect(result.items).toEqual([]);
});

test("one", () => {
  const result = parse("a");
  expect(result.ok).toBe(true);
  expect(result.items).toEqual(["a"]);
});

test("broken", () => {
  const result = parse("(");
  expect(result.ok).toBe(false);
  expect(result.error).toMatch(/bracket/);
});
