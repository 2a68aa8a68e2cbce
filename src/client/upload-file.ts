// Uploads a large file with its progress, which fetch() does not report. Storage has no resumable uploads: a failed
// upload restarts.

export type UploadProblem = 'too_large' | 'refused' | 'network'

export class UploadFailed extends Error {
  readonly problem: UploadProblem
  constructor(problem: UploadProblem) {
    super(problem)
    this.name = 'UploadFailed'
    this.problem = problem
  }
}

type Options = { type: string; signal: AbortSignal; onProgress: (share: number) => void }

/** PUTs the file to a signed upload address. `share` is between 0 and 1. Rejects with UploadFailed, or with the reason of the signal. */
export function uploadFile(address: string, file: Blob, { type, signal, onProgress }: Options): Promise<void> {
  const request = new XMLHttpRequest()
  const done = Promise.withResolvers<void>()
  const fail = (problem: UploadProblem) => done.reject(new UploadFailed(problem))
  const abort = () => request.abort()
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onload = () => {
    if (request.status < 300) return done.resolve()
    fail(isTooLarge(request) ? 'too_large' : 'refused')
  }
  request.onerror = () => fail('network')
  request.onabort = () => done.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  request.open('PUT', address)
  request.setRequestHeader('content-type', type)
  request.send(file)
  return done.promise.finally(() => signal.removeEventListener('abort', abort))
}

/** The storage API responds to every error with 400, and has the real status in the body. */
const isTooLarge = ({ status, responseText }: XMLHttpRequest) =>
  status === 413 || /"statusCode"\s*:\s*"413"/.test(responseText)
