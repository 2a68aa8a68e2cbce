export default { timeoutMs: 300, fetch: () => new Promise<Response>(() => {}) }
