import './error-boundary.css'
import { Component, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../button.tsx'

/** spec §5: the retry button is disabled after more than three retries. */
export const maxRetries = 3

type Props = {
  children: ReactNode
  /** Class of the element around the message. */
  className?: string
  /** Reports the error. Returns the reference to show, and whether errors of this category are shown. */
  onCatch: (error: unknown) => { reference: string; shows: boolean }
}
type State = { failed: boolean; reference: string; retries: number; quietRetries: number }

/** Error boundary around a screen, so that the frame stays usable. Pass a `key` to reset it on navigation. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, reference: '', retries: 0, quietRetries: 0 }

  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidCatch(error: unknown) {
    const { reference, shows } = this.props.onCatch(error)
    this.setState(({ quietRetries }) =>
      // A silent error re-renders immediately; after the last silent retry it is shown.
      !shows && quietRetries < maxRetries
        ? { failed: false, reference, quietRetries: quietRetries + 1 }
        : { failed: true, reference, quietRetries },
    )
  }

  override render() {
    const { failed, reference, retries } = this.state
    if (!failed) return this.props.children
    const retry = () => this.setState({ failed: false, retries: retries + 1, quietRetries: 0 })
    return (
      <div className={this.props.className}>
        <ErrorBox reference={reference} retries={retries} onRetry={retry} />
      </div>
    )
  }
}

/** Message of a crashed screen: what happened, what to do, and the reference for support. */
export function ErrorBox({ reference, retries, onRetry }: { reference: string; retries: number; onRetry: () => void }) {
  const box = useRef<HTMLElement>(null)
  const isRetried = useRef(false)
  useEffect(() => {
    const main = box.current?.closest('main')
    return () => {
      // The next failure may be silent, which removes the message at once.
      if (isRetried.current) setTimeout(() => focusAfterRetry(main))
    }
  }, [])
  const retry = () => {
    isRetried.current = true
    onRetry()
  }
  return (
    <section className="errbox" role="alert" ref={box}>
      <h1 className="errbox__title">שגיאה ברכיב</h1>
      {retries > 1 && <p className="errbox__again">שגיאה חוזרת</p>}
      <p>
        {retries > maxRetries
          ? 'הניסיונות לא עזרו. אפשר לרענן את העמוד, ואם זה חוזר – לפנות אלינו עם מספר השגיאה'
          : 'החלק הזה של העמוד נתקל בתקלה. אפשר לנסות שוב או לרענן את העמוד'}
      </p>
      {reference && (
        <p className="errbox__ref">
          מספר השגיאה: <bdi dir="ltr">{reference}</bdi>
        </p>
      )}
      <div className="errbox__row">
        <Button look="primary" disabled={retries > maxRetries} onClick={retry}>
          ניסיון נוסף
        </Button>
        <Button onClick={() => location.reload()}>רענון העמוד</Button>
      </div>
    </section>
  )
}

/**
 * A retry removes its button, and the browser moves the focus to the document. The focus moves to the message of the
 * next failure, otherwise to the main element, as after a navigation.
 */
function focusAfterRetry(former: HTMLElement | null | undefined) {
  if (document.activeElement && document.activeElement !== document.body) return
  const main = former?.isConnected ? former : document.querySelector('main')
  const next = main?.querySelector<HTMLElement>('section.errbox button:enabled')
  if (next) return next.focus()
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}
