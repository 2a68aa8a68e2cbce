// Pipelines, stages and loss reasons.
import './pipeline-tab.css'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { usePipelines } from '#platform/pipelines/pipelines.data.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { LostReasonsCard } from './lost-reasons-card.tsx'
import { PipelineCard } from './pipeline-card.tsx'
import { PipelineNameDialog } from './pipeline-name-dialog.tsx'

export function PipelineTab() {
  const { data, error, refetch } = usePipelines()
  const [isAdding, setAdding] = useState(false)
  if (!data && error) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      {data.map((pipeline) => (
        <PipelineCard key={pipeline.id} pipeline={pipeline} />
      ))}
      <div>
        <Button icon={<Icon of={Plus} />} onClick={() => setAdding(true)}>
          צינור מכירות נוסף
        </Button>
      </div>
      <LostReasonsCard />
      <PipelineNameDialog open={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}
