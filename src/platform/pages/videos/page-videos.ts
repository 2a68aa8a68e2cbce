// Uploaded files of the video block: a video or its captions, in a public bucket. Contain no personal data.

export const videosBucket = 'page-videos'

/** File extension by media type. */
export const endings = { 'video/mp4': 'mp4', 'video/webm': 'webm', 'text/vtt': 'vtt' } as const
export type UploadType = keyof typeof endings

/** URL prefix of uploaded files. */
export const videoPath = (key: string) => `/storage/v1/object/public/${videosBucket}/${key}`

export const isUploaded = (address: string) => address.startsWith(videoPath(''))
