import { expect, test } from "vitest";
import { withClosures } from "./embind-without-eval.ts";

/** The bindings' form, reduced to the part that is replaced. */
const GLUED =
  "let a;function createJsInvoker(b){let args1=[],invokerFnBody='';return new Function(args1,invokerFnBody)}function craftInvokerFunction(c){}" +
  "function callerOf(kind,argFromPtr,retType){var functionBody;switch(kind){}var invokerFunction=new Function('')();var functionName=`methodCaller<`;return invokerFunction}";

type Create = (
  types: object[],
  isMethod: boolean,
  returns: boolean,
) => (...closure: unknown[]) => (this: unknown, ...args: number[]) => unknown;

function createInvoker(usesStack: boolean): Create {
  const code = withClosures(GLUED);
  const uses = `function usesDestructorStack(){return ${String(usesStack)}}`;
  // oxlint-disable-next-line typescript/no-implied-eval -- the text under test is code
  return new Function(`${uses};${code};return createJsInvoker`)() as Create;
}

const plain = { destructorFunction: null };

test("no text runs as code, and the code around it is unchanged", () => {
  const code = withClosures(GLUED);
  expect(code).not.toContain("new Function");
  expect(code.startsWith("let a;")).toBe(true);
  expect(code).toContain("\nfunction craftInvokerFunction(c){}");
  expect(code.endsWith("return invokerFunction}")).toBe(true);
});

test("a function converts arguments for the engine and the result for JavaScript", () => {
  const invoker = (fn: string, ...wired: number[]) => `${fn}:${wired.join("+")}`;
  const toWire = (_: unknown, value: number) => value * 10;
  const call = createInvoker(false)([plain, plain, plain, plain], false, true)(
    "add",
    null,
    invoker,
    "fn",
    null,
    (wire: string) => `<${wire}>`,
    null,
    toWire,
    toWire,
  );
  expect(call(1, 2)).toBe("<fn:10+20>");
});

test("a method receives its object, and each argument that needs cleanup is cleaned up once", () => {
  const cleaned: number[] = [];
  const types = [plain, plain, { destructorFunction: "yes" }, plain];
  const invoker = (_: string, ...wired: number[]) => wired;
  const toWire = (_: unknown, value: number) => value * 10;
  const call = createInvoker(false)(types, true, true)(
    "m",
    null,
    invoker,
    "fn",
    null,
    (wire: unknown) => wire,
    (_: unknown, self: { pointer: number }) => self.pointer,
    toWire,
    toWire,
    (wire: number) => cleaned.push(wire),
  );
  expect(call.call({ pointer: 7 }, 1, 2)).toEqual([7, 10, 20]);
  expect(cleaned).toEqual([10]);
});

test("arguments on a destructor stack are cleaned up after the call", () => {
  const told: string[] = [];
  const toWire = (stack: string[]) => stack.push("argument");
  const run = (stack: string[]) => told.push(...stack, "run");
  const call = createInvoker(true)([plain, plain, plain], false, false)(
    "f",
    null,
    () => told.push("call"),
    "fn",
    run,
    null,
    null,
    toWire,
  );
  expect(call(1)).toBeUndefined();
  expect(told).toEqual(["call", "argument", "run"]);
});

test("the engine calls a JavaScript function, method or constructor, or receives a value", () => {
  const around =
    "const GenericWireTypeSize=8,toReturnWire=0,Emval={toValue:(it)=>it},getStringOrSymbol=(it)=>it,emval_returnValue=(_,__,it)=>it;";
  // oxlint-disable-next-line typescript/no-implied-eval -- the text under test is code
  const callerOf = new Function(`${around}${withClosures(GLUED)};return callerOf`)() as (
    kind: number,
    read: unknown[],
    returned: object,
  ) => (...args: unknown[]) => unknown;
  const read = [(at: number) => at, (at: number) => at];
  const call = (kind: number, value: unknown, name = "") => callerOf(kind, read, {})(value, name, 0, 100);
  expect(call(0, Math.min)).toBe(100);
  expect(call(1, { greater: (...all: number[]) => Math.max(...all) }, "greater")).toBe(108);
  expect(call(2, Array)).toEqual([100, 108]);
  expect(call(3, null)).toBe(108);
  expect(callerOf(0, read, { isVoid: true })(Math.min, "", 0, 100)).toBeUndefined();
});

test("bindings of another form stop the build", () => {
  expect(() => withClosures("function other(){}")).toThrow("bindings have changed");
});
