import './spinner.css'

type Size = 'sm' | 'md' | 'lg'

/** The spinner without text, for a button whose label describes the pending action. */
export const Spinner = ({ size = 'md' }: { size?: Size }) => (
  <span className={`spinner spinner--${size}`} aria-hidden="true" />
)

/** The spinner with its text. `page` fills a whole screen. */
export function Loading({
  text = 'טוען...',
  size = 'md',
  page = false,
}: {
  text?: string
  size?: Size
  page?: boolean
}) {
  return (
    <output className={page ? 'loading loading--page' : 'loading'}>
      <Spinner size={size} />
      <span>{text}</span>
    </output>
  )
}
