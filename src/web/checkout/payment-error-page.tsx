import { loadResult, resultHead, type ResultPageProps, ResultView } from './order-result-view.tsx'

const cold = 'התשלום לא הושלם?'

export const quiet = true
export const load = loadResult
export const head = (props: ResultPageProps) => resultHead(props, cold)

/** Where the provider sends a payer who did not pay. Whether nothing was charged is said when the provider has confirmed it. */
export const View = (props: ResultPageProps) => <ResultView {...props} cold={cold} />
