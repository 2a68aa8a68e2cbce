import type { ComponentPropsWithRef } from 'react'

/** A radio option with an explanation. */
export const Choice = ({ title, text, ...input }: { title: string; text: string } & ComponentPropsWithRef<'input'>) => (
  <label className="choice">
    <input {...input} type="radio" />
    <b>{title}</b>
    <small>{text}</small>
  </label>
)
