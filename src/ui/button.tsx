import './button.css'
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'

export type ButtonLook = 'primary' | 'accent' | 'secondary' | 'soft' | 'ghost' | 'danger' | 'link' | 'on-deep'
type Shape = {
  look?: ButtonLook
  size?: 'sm' | 'md' | 'lg' | 'xl'
  block?: boolean
  /** Icon only: requires an aria-label that names the object. */
  iconOnly?: boolean
  icon?: ReactNode
}

/** A button. While `busy` it stays focusable, shows a spinner and ignores clicks, so that nothing is submitted twice. */
export function Button({
  look = 'secondary',
  size = 'md',
  block,
  iconOnly,
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Shape & { busy?: boolean } & ComponentPropsWithRef<'button'>) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClasses({ look, size, block, iconOnly }, className)}
      onClick={busy ? swallow : onClick}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
    >
      {busy ? <span className="btn__spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

const swallow = (event: MouseEvent<HTMLButtonElement>) => event.preventDefault()

/** A link styled as a button, for navigation only. */
export function ButtonLink({
  look = 'secondary',
  size = 'md',
  block,
  iconOnly,
  icon,
  className,
  children,
  ...rest
}: Shape & ComponentPropsWithRef<'a'> & { href: string }) {
  return (
    <a {...rest} className={buttonClasses({ look, size, block, iconOnly }, className)}>
      {icon}
      {children}
    </a>
  )
}

/** The button classes for another element: a router link or a menu trigger. */
export function buttonClasses({ look = 'secondary', size = 'md', block, iconOnly }: Shape, more?: string) {
  return ['btn', `btn--${look}`, size !== 'md' && `btn--${size}`, iconOnly && 'btn--icon', block && 'btn--block', more]
    .filter(Boolean)
    .join(' ')
}
