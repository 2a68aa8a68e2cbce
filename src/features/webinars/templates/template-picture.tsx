import type { TemplateDefinition } from './webinar-template.ts'

type Props = { definition: Pick<TemplateDefinition, 'title' | 'subtitle' | 'takeaways'> }

/** A thumbnail of the registration page, rendered from the template, so it is always current. The link around it has the text. */
export const TemplatePicture = ({ definition: { title, subtitle, takeaways } }: Props) => (
  <span className="template-picture" aria-hidden="true">
    <span className="template-picture__top">
      <span className="template-picture__words">
        <bdi className="template-picture__title">{title}</bdi>
        <bdi className="template-picture__promise">{subtitle}</bdi>
      </span>
      <span className="template-picture__form">
        <i />
        <i />
        <i />
        <i className="template-picture__button" />
      </span>
    </span>
    <span className="template-picture__gains">
      {takeaways.slice(0, 3).map((takeaway) => (
        <bdi key={takeaway}>{takeaway}</bdi>
      ))}
    </span>
  </span>
)
