/** URL path of the service worker's script. */
export const pushWorkerPath = '/push-worker.js'
