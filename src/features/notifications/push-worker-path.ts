/** The script of the service worker. */
export const pushWorkerPath = '/push-worker.js'
