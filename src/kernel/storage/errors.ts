// Errors of storage. The HTTP status is always 400 and the real one is in the body, where its clients read it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toRefusal } from '../http/to-refusal.ts'
import { TokenError } from '../jwt.ts'

export class StorageError extends Error {
  readonly code: string
  readonly status: number
  readonly error: string

  constructor(code: string, status: number, error: string, message: string) {
    super(message)
    this.code = code
    this.status = status
    this.error = error
  }
}

export const noSuchBucket = () => new StorageError('NoSuchBucket', 404, 'Bucket not found', 'Bucket not found')
export const noSuchKey = () => new StorageError('NoSuchKey', 404, 'not_found', 'Object not found')
export const alreadyExists = (what: 'Key' | 'Bucket') =>
  new StorageError(`${what}AlreadyExists`, 409, 'Duplicate', 'The resource already exists')
export const tooLarge = () =>
  new StorageError('EntityTooLarge', 413, 'Payload too large', 'The object exceeded the maximum allowed size')
export const invalidMimeType = (type: string) =>
  new StorageError('InvalidMimeType', 415, 'invalid_mime_type', `mime type ${type} is not supported`)
export const invalidKey = (key: string) => new StorageError('InvalidKey', 400, 'InvalidKey', `Invalid key: ${key}`)
export const invalidBucketName = () =>
  new StorageError('InvalidBucketName', 400, 'Invalid Input', 'Bucket name invalid')
export const notEmpty = () =>
  new StorageError('ResourceNotEmpty', 409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')
export const invalidRange = () => new StorageError('InvalidRange', 416, 'InvalidRange', 'Range not satisfiable')
export const preconditionFailed = () =>
  new StorageError('PreconditionFailed', 412, 'PreconditionFailed', 'At least one of the preconditions did not hold')
export const invalidRequest = (message: string) => new StorageError('InvalidRequest', 400, 'Error', message)
/** The client has usually disconnected. */
export const uploadAborted = () => invalidRequest('The request was not sent to its end')
export const accessDenied = (message: string) => new StorageError('AccessDenied', 403, 'Unauthorized', message)
export const invalidToken = (message: string) => new StorageError('InvalidJWT', 400, 'InvalidJWT', message)
export const invalidSignature = (message = 'Invalid signature') =>
  new StorageError('InvalidSignature', 400, 'InvalidSignature', message)
export const slowDown = () => new StorageError('SlowDown', 429, 'SlowDown', 'Too many requests, please slow down')
export const notAnImage = (message: string) => new StorageError('InvalidRequest', 422, 'InvalidRequest', message)
/** Upstream features that this server does not implement. */
export const notImplemented = (feature: string) =>
  new StorageError('FeatureNotEnabled', 400, 'FeatureNotEnabled', `The feature ${feature} is not enabled`)

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { code, status, error: name, message } = asStorageError(error, request)
  // Sent at once: the headers prepared for the file are dropped.
  for (const header of Object.keys(reply.getHeaders())) if (answerHeaders.test(header)) reply.removeHeader(header)
  return reply
    .code(status < 500 && status !== 429 ? 400 : status)
    .send({ statusCode: String(status), error: name, message, code })
}

const answerHeaders = /^(content-|etag$|last-modified$|cache-control$|expires$|accept-ranges$|vary$)/

function asStorageError(error: unknown, request: FastifyRequest): StorageError {
  if (error instanceof StorageError) return error
  if (error instanceof TokenError) return accessDenied(tokenMessage(error))
  const { code } = error as { code?: string }
  if (code === '42501') return accessDenied('new row violates row-level security policy')
  if (code === '23505') return alreadyExists('Key')
  // Text that PostgreSQL cannot store: zero bytes, lone surrogates, and out-of-range numbers.
  if (code?.startsWith('22') && code.length === 5) return invalidRequest('A value of the request cannot be stored')
  if (code === '57014')
    return new StorageError('DatabaseTimeout', 544, 'DatabaseTimeout', 'The database did not answer in time')
  if (request.raw.destroyed && !request.raw.complete) return uploadAborted()
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  const { status, message } = toRefusal(error, request)
  return status < 500
    ? new StorageError('InvalidRequest', status, 'Error', message)
    : new StorageError('InternalError', status, 'internal', message)
}

/** The messages of jose, the library that upstream uses. */
function tokenMessage({ code, message }: TokenError) {
  if (message === 'JWT expired') return '"exp" claim timestamp check failed'
  if (code === 'PGRST301' && message.startsWith('Expected 3 parts')) return 'Invalid Compact JWS'
  return code === 'PGRST301' ? 'signature verification failed' : message
}
