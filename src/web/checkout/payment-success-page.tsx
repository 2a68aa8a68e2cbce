import { loadResult, resultHead, type ResultPageProps, ResultView } from './order-result-view.tsx'

const cold = 'מצב התשלום'

export const quiet = true
export const load = loadResult
export const head = (props: ResultPageProps) => resultHead(props, cold)

/** Return URL of the provider for a payer who paid. The URL proves nothing: the page shows the state confirmed by the provider. */
export const View = (props: ResultPageProps) => <ResultView {...props} cold={cold} />
