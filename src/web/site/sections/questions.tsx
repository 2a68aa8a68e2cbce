import './questions.css'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Question } from '#platform/pages/blocks/questions.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import type { SiteFacts } from '../../pages.ts'
import { Prose } from '../blocks/prose.tsx'
import { Section, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'
import { anchorOf } from './anchor-of.ts'

type QuestionOptions = {
  /** Expanded questions: all, or the one at this anchor. */
  open?: boolean | string | undefined
  /** Content below an answer. */
  foot?: ((question: string) => ReactNode) | undefined
}

/** One subject with its questions. */
export function QuestionsView({
  id,
  content: { title, list },
  facts,
  ...shown
}: Omit<BlockProps<'questions'>, 'rows'> & QuestionOptions) {
  return (
    <Section id={id} ground="plain" className="asked asked--subject">
      <h2 className="display d2" id={titleId(id)}>
        {title}
      </h2>
      <QuestionList list={list} facts={facts} {...shown} />
    </Section>
  )
}

type ListProps = { list: readonly Question[]; facts: SiteFacts } & QuestionOptions

/** Native disclosures: find-in-page and anchors expand them. */
export function QuestionList({ list, facts, open = false, foot }: ListProps) {
  return (
    <div className="questions">
      {list.map(({ question, answer }) => (
        <details key={question} open={open === true || open === anchorOf(question)}>
          <summary>
            <h3>{question}</h3>
            <Icon of={Plus} />
          </summary>
          <div className="questions__answer" id={anchorOf(question)}>
            <Prose text={answer} facts={facts} />
            {foot?.(question)}
          </div>
        </details>
      ))}
    </div>
  )
}
