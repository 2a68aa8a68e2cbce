// ask-for-signature, replace-document and sign-document: the hash of a document is computed from its stored bytes, never taken from the
// browser.
import { createHash } from 'node:crypto'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { isClient } from '#platform/accounts/is-client.server.ts'
import { bucket } from '#platform/files/files.ts'
import type { Files } from '#platform/images/images.server.ts'
import { AskForSignature, refusals, ReplaceDocument, SignDocument, DocumentSigned } from './signatures.ts'

const isStaffOfClients = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'coach', 'sales') as may`)).may

async function hashOf(files: Files, fileId: string): Promise<string> {
  const bytes = await files.read({ bucket, key: fileId })
  if (!bytes) throw new Refusal('document_gone', 404, refusals.document_gone)
  return createHash('sha256').update(bytes).digest('hex')
}

/** The function runs as the service, so `may_ask_signature` checks access before the bytes of a file are read. */
async function refuseUnseen(db: Db, fileId: string, userId: string | undefined) {
  const { sees } = await db.one<{ sees: boolean }>(
    `select exists (select from files f where f.id = $1 and private.may_ask_signature(f.contact_id)) as sees`,
    [fileId],
  )
  if (!sees || !userId) throw new Refusal('document_gone', 404, refusals.document_gone)
}

export const askForSignature = (files: Files) =>
  defineFunction({
    name: 'ask-for-signature',
    caller: isStaffOfClients,
    as: 'service', // only the server may supply the hash
    refusals,
    perClient: { burst: 60, refillMs: 600_000 },
    input: AskForSignature,
    output: z.object({}),
    async run({ input: { fileId, signers }, db, caller }) {
      await refuseUnseen(db, fileId, caller.userId)
      await db.query('select ask_for_signatures($1, $2, $3)', [fileId, signers, await hashOf(files, fileId)])
      return {}
    },
  })

export const replaceDocument = (files: Files) =>
  defineFunction({
    name: 'replace-document',
    caller: isStaffOfClients,
    as: 'service',
    refusals,
    perClient: { burst: 60, refillMs: 600_000 },
    input: ReplaceDocument,
    output: z.object({}),
    async run({ input: { fileId, replacementId }, db, caller }) {
      await refuseUnseen(db, replacementId, caller.userId)
      await db.query('select replace_document($1, $2, $3)', [fileId, replacementId, await hashOf(files, replacementId)])
      return {}
    },
  })

type PendingSignature = { file_id: string | null; sha256: string; signed_at: Date | null }

/** Concurrent submissions sign once: the second waits for the row lock, and gets the timestamp of the first. */
export const signDocument = (files: Files) =>
  defineFunction({
    name: 'sign-document',
    caller: isClient,
    as: 'service',
    refusals,
    perClient: { burst: 30, refillMs: 600_000 },
    input: SignDocument,
    output: DocumentSigned,
    async run({ input: { requestId, fullName, sha256 }, db, request }) {
      const pending = await db.one<PendingSignature>(
        'select file_id, sha256, signed_at from lock_signature_request($1)',
        [requestId],
      )
      if (pending.signed_at) return { signedAt: pending.signed_at.toISOString() }
      if (sha256 !== pending.sha256 || (await hashOf(files, pending.file_id!)) !== pending.sha256)
        throw new Refusal('document_changed', 409, refusals.document_changed)
      const { at } = await db.one<{ at: Date }>('select write_signature($1, $2, $3, $4) as at', [
        requestId,
        fullName,
        request.ip ?? null,
        request.userAgent ?? null,
      ])
      return { signedAt: at.toISOString() }
    },
  })
