import type * as Ort from "onnxruntime-web/wasm";
import { type InputSize, modelInput } from "./model-input";
import type { Pixels } from "#domain/background-removal/mask/pixels";
import type { SalientMap } from "./salient-map";

/** U²-Net's, for models with a flexible size. */
const SIDE = 320;

/** The first output. Throws if it is no model of pictures. */
export async function runModel(ort: typeof Ort, model: Uint8Array, pixels: Pixels): Promise<SalientMap> {
  // Threads need shared memory, which only cross-origin isolated pages have.
  ort.env.wasm.numThreads = 1;
  const session = await ort.InferenceSession.create(model);
  try {
    const [input] = session.inputMetadata;
    const size = sizeOf(input);
    const tensor = new ort.Tensor("float32", modelInput(pixels, size), [1, 3, size.height, size.width]);
    const answers = await session.run({ [session.inputNames[0] ?? ""]: tensor });
    return firstMap(answers[session.outputNames[0] ?? ""]);
  } finally {
    await session.release();
  }
}

/** Shape: one picture, three channels, height, width. */
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
