import type { Blobs } from './blobs.ts'
import { blobsOnDisk } from './disk.ts'
import { blobsOnS3 } from './s3.ts'
import type { S3Address } from './s3-address.ts'

/** Blobs in the bucket if there is one, else in the folder. The folder is also where uploads on their way to a bucket stay for a moment. */
export const openBlobs = (folder: string, s3: S3Address | undefined): Promise<Blobs> =>
  s3 ? blobsOnS3(s3, folder) : blobsOnDisk(folder)
