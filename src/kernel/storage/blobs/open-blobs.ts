import type { Blobs } from './blobs.ts'
import { blobsOnDisk } from './disk.ts'
import { blobsOnS3 } from './s3.ts'
import type { S3Address } from './s3-address.ts'

/** Blobs in the bucket if one is configured, else in the folder. The folder also buffers uploads to the bucket. */
export const openBlobs = (folder: string, s3: S3Address | undefined): Promise<Blobs> =>
  s3 ? blobsOnS3(s3, folder) : blobsOnDisk(folder)
