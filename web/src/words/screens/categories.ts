import { deleteTitle } from "#words/format/delete-title";
import { isolateBidi } from "#words/format/isolate-bidi";

export const categoryWords = {
  heading: "Categories",
  listLabel: (shelf: string) => `Categories of ${isolateBidi(shelf)}`,
  add: "Add a category",
  name: "Category name",
  namePlaceholder: "For coffee lovers",
  taken: "This shelf already has a category with that name",
  create: "Add",
  update: "Rename",
  created: "Category created successfully",
  updated: "Category updated successfully",
  deleted: "Category deleted successfully",
  rename: (name: string) => `Rename ${isolateBidi(name)}`,
  delete: (name: string) => `Delete ${isolateBidi(name)}`,
  drag: (name: string) => `Move ${isolateBidi(name)}`,
};

export const deleteCategoryWords = {
  title: deleteTitle,
  text: "Its items stay on the shelf.",
};
