import { loadResult, resultHead, type ResultPageProps, ResultView } from './order-result-view.tsx'

const cold = 'התשלום לא הושלם?'

export const quiet = true
export const load = loadResult
export const head = (props: ResultPageProps) => resultHead(props, cold)

/** Return URL of the provider for a payer who did not pay. That nothing was charged is shown only after the provider has confirmed it. */
export const View = (props: ResultPageProps) => <ResultView {...props} cold={cold} hasPrices />
