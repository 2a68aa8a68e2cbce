import { loadResult, resultHead, type ResultPageProps, ResultView } from './order-result-view.tsx'

const cold = 'מצב התשלום'

export const quiet = true
export const load = loadResult
export const head = (props: ResultPageProps) => resultHead(props, cold)

/** Where the provider sends a payer who paid. The address proves nothing: the page says what the provider has confirmed. */
export const View = (props: ResultPageProps) => <ResultView {...props} cold={cold} />
