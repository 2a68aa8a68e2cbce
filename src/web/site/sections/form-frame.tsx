import './form-frame.css'
import type { BlockProps } from '../blocks/block-props.ts'
import { Section, titleId } from '../blocks/section.tsx'

/** A form in a lazy-loaded iframe, with a link to the page of the form. */
export function FormFrame({ id, content: { title, text, form, ground } }: BlockProps<'form'>) {
  if (!form.trim()) return null
  const path = `/form/${encodeURIComponent(form.trim())}`
  return (
    <Section id={id} ground={ground}>
      <h2 className="display d2" id={titleId(id)}>
        {title}
      </h2>
      {text && <p className="form-frame__text">{text}</p>}
      <iframe className="form-frame" src={`${path}?embed=1`} title={title} loading="lazy" />
      <p>
        <a href={path}>לפתיחת הטופס בעמוד משלו</a>
      </p>
    </Section>
  )
}
