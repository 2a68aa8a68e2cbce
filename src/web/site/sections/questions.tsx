import './questions.css'
import { Plus } from 'lucide-react'
import type { Question } from '#features/pages/blocks/questions.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import type { SiteFacts } from '../../pages.ts'
import { Prose } from '../blocks/prose.tsx'
import { Section, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/view.ts'
import { anchorOf } from './anchor-of.ts'

/** One subject with its questions. */
export function QuestionsView({
  id,
  content: { title, list },
  facts,
  open,
}: Omit<BlockProps<'questions'>, 'live'> & { open?: boolean }) {
  return (
    <Section id={id} ground="plain" className="asked asked--subject">
      <h2 className="display d2" id={titleId(id)}>
        {title}
      </h2>
      <QuestionList list={list} facts={facts} open={open} />
    </Section>
  )
}

type ListProps = { list: readonly Question[]; facts: SiteFacts; open?: boolean | undefined }

/** Questions that open by themselves where the browser looks for words or follows an anchor. */
export function QuestionList({ list, facts, open = false }: ListProps) {
  return (
    <div className="questions">
      {list.map(({ question, answer }) => (
        <details key={question} open={open}>
          <summary>
            <h3>{question}</h3>
            <Icon of={Plus} />
          </summary>
          <div className="questions__answer" id={anchorOf(question)}>
            <Prose text={answer} facts={facts} />
          </div>
        </details>
      ))}
    </div>
  )
}
