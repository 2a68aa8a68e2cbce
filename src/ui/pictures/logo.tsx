import './logo.css'

/** The default mark, the letter ב with its coin, in the brand colours (`--mark`, `--mark-dot` override them). */
export function LogoMark() {
  return (
    <svg className="logo__mark" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        d="M5 6h20.5C35.2 6 41 11.8 41 21.5V34h3v8H5v-8h27.5V22.2c0-5-2.7-7.7-7.7-7.7H5Z"
        fill="var(--mark, var(--primary))"
      />
      <circle cx="18.6" cy="24.2" r="5" fill="var(--mark-dot, var(--accent))" />
    </svg>
  )
}

type Props = {
  name: string
  image?: string | null | undefined
  compact?: boolean
  /** Lazy loading. */
  isLazy?: boolean
  /** Called when the image cannot be loaded. */
  onBroken?: () => void
}

/** The uploaded logo, otherwise the default mark with the name. `compact` omits the name. */
export function Logo({ name, image, compact, isLazy, onBroken }: Props) {
  if (image)
    return (
      <img
        className="logo__image"
        src={image}
        alt={name}
        width="160"
        height="40"
        loading={isLazy ? 'lazy' : undefined}
        onError={onBroken}
      />
    )
  return (
    <>
      <LogoMark />
      {compact ? <span className="vh">{name}</span> : <span className="logo__word">{name}</span>}
    </>
  )
}
