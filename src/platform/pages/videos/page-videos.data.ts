// Uploads the files of the video block.
import { useMutation } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { uploadFile } from '#client/upload-file.ts'
import { endings, type UploadType, videoPath, videosBucket } from './page-videos.ts'

type Upload = { file: Blob; type: UploadType } & Omit<Parameters<typeof uploadFile>[2], 'type'>

/** Returns the URL of the stored file. */
export function useUploadPageVideo() {
  const backend = useBackend()
  return useMutation({
    mutationFn: async ({ file, ...upload }: Upload) => {
      const key = `${crypto.randomUUID()}.${endings[upload.type]}`
      const { data, error } = await backend.storage.from(videosBucket).createSignedUploadUrl(key)
      if (error) throw error
      await uploadFile(data.signedUrl, file, upload)
      return videoPath(key)
    },
  })
}
