// Data access of the media library.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { LibraryPicture, PictureNotes } from '../images.ts'
import { addImage, readShownPictures } from '../images.data.ts'

const key = ['picture-library'] as const
const pageSize = 48

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'picture_library.format': LibraryPicture['format']
  }
}

/** Newest first, paginated. `words` is the search text, matched in file names and alternative texts. */
export function usePictureLibrary(searchText: string) {
  const backend = useBackend()
  const pattern = searchText.trim().replaceAll(/[%_\\,()"*]/g, ' ')
  return useInfiniteQuery({
    queryKey: [...key, 'list', pattern],
    initialPageParam: 0,
    async queryFn({ pageParam }): Promise<LibraryPicture[]> {
      const query = backend
        .rpc('picture_library')
        .select('*')
        .order('created_at', { ascending: false })
        .range(pageParam, pageParam + pageSize - 1)
      const { data } = await (
        pattern ? query.or(`name.ilike."%${pattern}%",alt.ilike."%${pattern}%"`) : query
      ).throwOnError()
      return data
    },
    getNextPageParam: (last, all) => (last.length === pageSize ? all.length * pageSize : undefined),
    staleTime: 0,
  })
}

/** The displayed file of a library picture, for previews; null if deleted. */
export function useShownPicture(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'shown', id],
    enabled: id !== '',
    queryFn: async () => (await readShownPictures(backend, [id])).get(id) ?? null,
    staleTime: 60_000,
  })
}

export function usePictureUses(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'uses', id],
    async queryFn() {
      const { data } = await backend.rpc('picture_uses', { picture: id }).throwOnError()
      return data
    },
    staleTime: 0,
  })
}

/** Uploads files sequentially. Throws a CallRefused for the first refused file; files uploaded before it remain. */
export function useUploadPicture() {
  const backend = useBackend()
  return useMutation({ mutationFn: (file: File) => addImage(backend, file), onSettled: useForget() })
}

export function useDescribePicture() {
  const backend = useBackend()
  return useMutation({
    mutationFn: (notes: PictureNotes) => invoke<object>(backend, 'describe-picture', notes),
    onSettled: useForget(),
  })
}

/** Uploads a file that replaces the picture wherever it is used. */
export function useReplacePicture() {
  const backend = useBackend()
  return useMutation({
    async mutationFn({ id, file }: { id: string; file: File }) {
      const { id: by } = await addImage(backend, file)
      await invoke<object>(backend, 'replace-picture', { id, by })
      return by
    },
    onSettled: useForget(),
  })
}

export function useDeletePicture() {
  const backend = useBackend()
  return useMutation({
    mutationFn: (id: string) => invoke<object>(backend, 'delete-picture', { id }),
    onSettled: useForget(),
  })
}

function useForget() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: key })
}
