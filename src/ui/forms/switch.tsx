import './toggle.css'
import './switch.css'
import type { ComponentPropsWithRef, ReactNode } from 'react'

/** A setting that applies immediately. The whole row is the click target. */
export function Switch({
  label,
  hint,
  checked,
  ...input
}: { label: ReactNode; hint?: ReactNode; checked: boolean } & ComponentPropsWithRef<'input'>) {
  return (
    <label className="switch">
      <span>
        {label}
        {hint && <small className="switch__hint">{hint}</small>}
      </span>
      <input {...input} className="toggle" type="checkbox" role="switch" aria-checked={checked} checked={checked} />
    </label>
  )
}
