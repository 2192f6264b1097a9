import type { Plugin } from "vite";

/**
 * OpenCV's bindings glue each function together as text, which our content policy rightly forbids a worker to run. This puts a
 * closure in its place that does the same, as Emscripten itself would have built it with `-sDYNAMIC_EXECUTION=0`.
 */
export const embindWithoutEval = (): Plugin => ({
  name: "embind-without-eval",
  transform(code, id) {
    return id.includes("/@opencvjs/web/lib/opencv_js.js") ? { code: withClosures(code), map: null } : null;
  },
});

/** Throws where the bindings are no longer what they were: then this has to be looked at again. */
export const withClosures = (code: string): string =>
  replaced(
    replaced(code, "function createJsInvoker(", "function craftInvokerFunction(", CREATE_INVOKER),
    "var functionBody;switch(kind){",
    "var functionName=`methodCaller<",
    METHOD_CALLER,
  );

function replaced(code: string, from: string, until: string, by: string): string {
  const start = code.indexOf(from);
  const end = code.indexOf(until, start);
  if (start === -1 || end === -1 || !code.slice(start, end).includes("new Function("))
    throw new Error("OpenCV's bindings have changed");
  return code.slice(0, start) + by + code.slice(end);
}

/** Called as the text was: `rest` holds what makes each argument fit for the engine, then what cleans each up that needs it. */
const CREATE_INVOKER = `function createJsInvoker(argTypes, isClassMethodFunc, returns) {
  var needsDestructorStack = usesDestructorStack(argTypes);
  var argCount = argTypes.length - 2;
  var first = isClassMethodFunc ? 2 : 1;
  return function (humanName, throwBindingError, invoker, fn, runDestructors, fromRetWire, toClassParamWire, ...rest) {
    return function (...args) {
      var destructors = needsDestructorStack ? [] : null;
      var wired = [fn];
      if (isClassMethodFunc) wired.push(toClassParamWire(destructors, this));
      for (var i = 0; i < argCount; i += 1) wired.push(rest[i](destructors, args[i]));
      var returned = invoker(...wired);
      if (destructors) runDestructors(destructors);
      else {
        var next = argCount;
        for (var i = isClassMethodFunc ? 1 : 2; i < argTypes.length; i += 1) {
          if (argTypes[i].destructorFunction !== null) rest[next++](i === 1 ? wired[1] : wired[i - 2 + first]);
        }
      }
      return returns ? fromRetWire(returned) : undefined;
    };
  };
}
`;

/** Of a value of ours that the engine calls: 0 is a function, 1 a method, 2 makes a new one, 3 only hands the value over. */
const METHOD_CALLER = `var invokerFunction = function (handle, methodName, destructorsRef, args) {
  var given = argFromPtr.map((read, i) => read(args + i * GenericWireTypeSize));
  var value = kind === 3 ? undefined : Emval.toValue(handle);
  var result = kind === 0 ? value(...given)
    : kind === 1 ? value[getStringOrSymbol(methodName)](...given)
    : kind === 2 ? new value(...given)
    : given.at(-1);
  return retType.isVoid ? undefined : emval_returnValue(toReturnWire, destructorsRef, result);
};
`;
