import type { Plugin } from "vite";

/**
 * OpenCV's bindings build functions from text, which the content policy forbids in a worker. Equivalent
 * closures replace it, as with Emscripten's `-sDYNAMIC_EXECUTION=0`.
 */
export const embindWithoutEval = (): Plugin => ({
  name: "embind-without-eval",
  transform(code, id) {
    return id.includes("/@opencvjs/web/lib/opencv_js.js") ? { code: withClosures(code), map: null } : null;
  },
});

/** Throws when the bindings have changed: the replacement then needs a review. */
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

/** As in the text: `rest` has a converter per argument, then a destructor per argument that needs one. */
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

/** From the engine into JavaScript: 0 calls a function, 1 a method, 2 a constructor, 3 passes the value. */
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
