// Effects of a step. The runner executes them; the simulator applies them to its facts.
export type Effect =
  | { kind: 'message'; templateId: string }
  | { kind: 'task'; name: string; type: string; priority: string; dueAt: string; userId: string | null }
  | { kind: 'tag'; change: 'add' | 'remove'; tagId: string }
  | { kind: 'field'; key: string; value: string | number | boolean | null }
  | { kind: 'stage'; opportunityId: string; stageId: string }
  | { kind: 'assign'; userId: string }
  | { kind: 'notice'; title: string; severity: 'low' | 'medium' | 'high'; userId: string | null }
  | { kind: 'webhook'; url: string }
  | { kind: 'enrol'; automationId: string }
  | { kind: 'unenrol'; automationId: string }
