import { useSearch } from "@tanstack/react-router";

/** Filters of the library. A file that is opened changes the URL, but not them, so they are not drawn again. */
export function useLibraryFilter() {
  return useSearch({
    from: "/shell/library",
    select: ({ file: _file, ...filter }) => filter,
    structuralSharing: true,
  });
}
