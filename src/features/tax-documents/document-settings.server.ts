// save-document-keys, test-document-service and read-document-service: the owner's encrypted API keys of the document service.
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint, defineFunction } from '#kernel/functions/functions.ts'
import { parseBody } from '#kernel/functions/parse-body.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import type { DocumentServices } from './document-services.server.ts'
import { DocumentServiceTested, ReadDocumentService, refusals, SaveDocumentKeys } from './tax-documents.ts'

const has =
  (...roles: string[]) =>
  async (db: Db) =>
    (await db.one<{ may: boolean }>('select has_role(variadic $1) as may', [roles])).may

export const saveDocumentKeys = (seal: Seal) =>
  defineFunction({
    name: 'save-document-keys',
    caller: has('owner', 'admin'),
    as: 'service', // keys are written by this function only
    refusals,
    input: SaveDocumentKeys,
    output: z.object({}),
    async run({ input, db, caller }) {
      await db.query(
        'update tax_document_settings set has_keys = true, tested_at = null, test_fault = null, updated_by = $1',
        [caller.userId],
      )
      await db.query('select gateway_secrets.keep_document_keys($1)', [seal.close('morning', input)])
      return {}
    },
  })

/** Searches for one document, which needs the keys and issues nothing. */
export const testDocumentService = (services: DocumentServices) =>
  defineEndpoint({
    name: 'test-document-service',
    caller: has('owner', 'admin'),
    as: 'service',
    methods: ['POST'],
    bodyLimit: 100,
    refusals,
    perClient: { burst: 20, refillMs: 3_600_000 },
    async fetch(request, { transaction }) {
      await parseBody(request, z.strictObject({}))
      const opened = await transaction((db) => services.open(db))
      if (!opened) throw new Refusal('document_service_without_keys', 409, refusals.document_service_without_keys)
      const answer = await opened.service.test()
      const fault = answer.ok ? null : answer.fault
      await transaction((db) =>
        db.query('update tax_document_settings set tested_at = now(), test_fault = $1', [fault]),
      )
      return Response.json(DocumentServiceTested.parse({ fault }))
    },
  })

export const readDocumentService = (services: DocumentServices) =>
  defineFunction({
    name: 'read-document-service',
    caller: has('owner', 'admin', 'sales'),
    as: 'service', // callers cannot read the keys
    input: z.object({}),
    output: ReadDocumentService,
    async run({ db }) {
      const opened = await services.open(db)
      const { issues } = await db.one<{ issues: boolean }>(
        'select issues_recorded as issues from tax_document_settings',
      )
      const service = !opened ? 'none' : opened.isStandIn ? 'stand_in' : 'morning'
      return { service, issuesRecorded: opened !== undefined && issues } as const
    },
  })
