// Error categories (spec §8). The category decides how an error is presented.
export const categories = ['postMessage', 'flowDiagram', 'authentication', 'network', 'critical', 'unknown'] as const
export type Category = (typeof categories)[number]

/** Only these show the error boundary; the others are logged, and the page continues. */
export const showsBoundary = (category: Category) => ['critical', 'authentication', 'unknown'].includes(category)

type Traits = { name: string; message: string; code: string; status: number }

const rules: [Category, (traits: Traits) => boolean][] = [
  [
    'postMessage',
    ({ name, message }) =>
      name === 'DataCloneError' || /postMessage|message (port|channel) closed|cross-origin frame/i.test(message),
  ],
  ['flowDiagram', ({ message }) => /react ?flow|xyflow|ResizeObserver loop/i.test(message)],
  // Network errors first: the auth client reports its failed fetches as auth errors too.
  [
    'network',
    ({ name, message, status }) =>
      name === 'AuthRetryableFetchError' ||
      name === 'FunctionsFetchError' ||
      [502, 503, 504].includes(status) ||
      /failed to fetch|fetch failed|networkerror|load failed|network request failed|importing a module script failed/i.test(
        message,
      ),
  ],
  [
    'authentication',
    ({ name, message, code, status }) =>
      name.startsWith('Auth') ||
      status === 401 ||
      /^PGRST30[123]$/.test(code) ||
      /\bJWT\b|auth session missing/i.test(message),
  ],
  [
    'critical',
    ({ name, message }) =>
      name === 'InternalError' ||
      /maximum call stack|too much recursion|out of memory|quota ?exceeded|minified react error/i.test(
        `${name} ${message}`,
      ),
  ],
]

/** Any value can be thrown, undefined included. */
export function categoryOf(error: unknown): Category {
  const traits = traitsOf(error)
  return rules.find(([, fits]) => fits(traits))?.[0] ?? 'unknown'
}

/** Name and message of a thrown value, truncated for storage and transport. */
export function traitsOf(error: unknown): Traits {
  const { name, message, code, status } = readable(error)
  return {
    name: textOf(name, 100) || 'Error',
    message: textOf(message, 500),
    code: textOf(code, 50),
    status: typeof status === 'number' ? status : 0,
  }
}

function readable(error: unknown): Partial<Record<'name' | 'message' | 'code' | 'status', unknown>> {
  if (typeof error !== 'object' || error === null) return { message: textOf(error, 500) }
  try {
    const { name, message, code, status } = error as Record<string, unknown>
    return { name, message, code, status }
  } catch {
    // A cross-origin object whose properties are not accessible.
    return { message: 'cross-origin frame' }
  }
}

const textOf = (value: unknown, length: number) =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value).slice(0, length) : ''
