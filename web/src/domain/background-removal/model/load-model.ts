import type * as Ort from "onnxruntime-web/wasm";
import { type InputSize, modelInput } from "./model-input";
import type { Pixels } from "#domain/background-removal/mask/pixels";
import type { SalientMap } from "./salient-map";

const SIDE = 320;

export type Model = (pixels: Pixels) => Promise<SalientMap>;

export async function loadModel(ort: typeof Ort, bytes: Uint8Array): Promise<Model> {
  // Threads need shared memory, which only cross-origin isolated pages have.
  ort.env.wasm.numThreads = 1;
  const session = await ort.InferenceSession.create(bytes);
  const size = sizeOf(session.inputMetadata[0]);
  const [inputName = "", outputName = ""] = [session.inputNames[0], session.outputNames[0]];
  return async (pixels) => {
    const tensor = new ort.Tensor("float32", modelInput(pixels, size), [1, 3, size.height, size.width]);
    const answers = await session.run({ [inputName]: tensor }, [outputName]);
    return firstMap(answers[outputName]);
  };
}

function sizeOf(input: Ort.InferenceSession.ValueMetadata | undefined): InputSize {
  if (!input?.isTensor || input.type !== "float32" || input.shape.length !== 4 || input.shape[1] !== 3)
    throw new Error("The model takes no pictures");
  const side = (axis: number) =>
    typeof input.shape[axis] === "number" && input.shape[axis] > 0 ? input.shape[axis] : SIDE;
  return { width: side(3), height: side(2) };
}

function firstMap(answer: Ort.Tensor | undefined): SalientMap {
  const [height = 0, width = 0] = answer?.dims.slice(-2) ?? [];
  if (!(answer?.data instanceof Float32Array) || width * height === 0)
    throw new Error("The model answers no map");
  return { width, height, values: answer.data.slice(0, width * height) };
}
