/** A proxy for a target that is still loading: calls on it, at any depth, run once the target is loaded. Only for calls
 * that return a promise; `now` contains the synchronous members. When loading fails, `lost` returns the result. */
export function lazyProxy<Thing extends object>(
  fetch: () => Promise<Thing>,
  { now = {}, lost }: { now?: Partial<Record<string, unknown>>; lost: (error: unknown) => unknown },
): Thing {
  const at = (path: readonly string[]): object =>
    new Proxy(() => undefined, {
      get(_, name) {
        // Not thenable: awaiting the proxy would otherwise wait for a call of `then`.
        if (typeof name === 'symbol' || name === 'then') return undefined
        return path.length === 0 && name in now ? now[name] : at([...path, name])
      },
      async apply(_function, _this, args: unknown[]) {
        let owner: object
        try {
          owner = await fetch()
        } catch (error) {
          return lost(error)
        }
        for (const name of path.slice(0, -1)) owner = Reflect.get(owner, name) as object
        const method = Reflect.get(owner, path.at(-1)!) as (...all: unknown[]) => unknown
        return Reflect.apply(method, owner, args)
      },
    })
  return at([]) as Thing
}
