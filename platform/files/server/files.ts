import { createHash } from 'node:crypto'
import type { Audit } from '@bolsillo/audit/server'
import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { assert, type Id, type Instant, idOf, present, type Rejection, reject } from '@bolsillo/kernel'
import {
  createSealer,
  type Db,
  type OfStaff,
  type ReadContext,
  randomBytes,
  type Services,
  type Tx,
  type UploadedFile,
} from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import { fileRejections as r, type viewOwnFile } from '../contract/index.ts'
import type { viewFile } from '../contract/operator.ts'
import type { FilePurpose } from '../domain/index.ts'
import { belongsToCase, findBody, findFile, findOpened, insertUse, lockFile, type StoredFile } from './file-store.ts'
import type { MadePicture } from './make-picture.ts'
import type { CaseReadable, OperatorNames } from './operator/view-file.ts'

/** A customer's file and what it is to be used for. */
export interface FileUse {
  readonly fileId: Id<'fil'>
  readonly customerId: Id<'cus'>
  readonly purpose: FilePurpose
  /** The case it will belong to: `kyc_…`, `dep_…`. Staff look at a file for one of its cases. */
  readonly caseId: string
  /** The request's field a refusal is about. */
  readonly field: string
  readonly now: Instant
}

/** A picture by its bytes: as its owner gets it, and as it is in the database. */
export interface FileDigest {
  /** How many bytes its owner gets. */
  readonly bytes: number
  /** SHA-256 of those, 64 hex digits. */
  readonly hash: string
  /** SHA-256 of what is in the database: whoever has no key can tell whether that is still the same. */
  readonly storedHash: string
}

/** The port for rooms whose customers upload files. */
export interface Files {
  /**
   * Assigns a customer's upload to a case: once, only by its owner and only for its purpose.
   * @returns undefined, or the rejection to answer. In the transaction of the case, so that both commit together.
   */
  readonly use: (tx: Tx, use: FileUse) => Promise<Rejection | undefined>
  /** Lets a file that belongs to an earlier case of the same customer belong to a later one as well. */
  readonly carryOver: (
    tx: Tx,
    from: { readonly fileId: Id<'fil'>; readonly caseId: string },
    to: { readonly caseId: string; readonly now: Instant },
  ) => Promise<void>
  /** What a file is by its bytes. */
  readonly digest: (db: Db, file: StoredFile) => Promise<FileDigest>
  /** A file's facts, without its bytes. */
  readonly find: (db: Db, fileId: Id<'fil'>) => Promise<StoredFile | undefined>
  /** Which of these files somebody of the staff opened, for this case. */
  readonly opened: (
    db: Db,
    asked: { readonly fileIds: readonly Id<'fil'>[]; readonly caseId: string; readonly by: Id<'opr'> },
  ) => Promise<readonly Id<'fil'>[]>
  /**
   * Opens a picture as an operator does, with the same checks and records: for the demo, whose papers are reviewed
   * like any others.
   * @returns undefined when it was opened.
   */
  readonly openForCase: (
    request: RequestOf<typeof viewFile>,
    context: OfStaff<Pick<ReadContext, 'db' | 'now' | 'operator'>>,
  ) => Promise<Rejection | undefined>
  /** Keeps a file as if its customer had uploaded it: for the demo. */
  readonly keep: (upload: {
    readonly customerId: Id<'cus'>
    readonly purpose: FilePurpose
    readonly file: UploadedFile
  }) => Promise<Id<'fil'> | Rejection>
}

/** What this room is given by the composition root. */
export interface FilesGiven {
  readonly services: Services
  readonly settings: Settings
  readonly audit: Audit
  readonly namesOf: OperatorNames
  /** Whether a case can be read for; absent where a room is tested alone: then every case of a file can. */
  readonly isReadable?: CaseReadable
}

/** That, with what the room makes of it once. */
export interface FilesDeps extends FilesGiven {
  /** Seals a picture with a key of its own. */
  readonly seal: (
    picture: MadePicture,
    owner: Pick<StoredFile, 'id' | 'customerId' | 'purpose'>,
  ) => { readonly wrappedKey: Buffer; readonly body: Buffer }
  /** The picture of a file. */
  readonly open: (db: Db, file: StoredFile) => Promise<Buffer>
  /** 128 random bits in the shape of an id: a file's id reveals neither its time nor its neighbors. */
  readonly newFileId: () => Id<'fil'>
}

const keyBytes = 32
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes it. */
export function createDeps(given: FilesGiven): FilesDeps {
  const { rng, secret } = given.services
  const wrapper = createSealer(secret('file-key'), rng)
  // Bound to the owner and the purpose: a row that was moved to somebody else no longer opens.
  const about = ({ id, customerId, purpose }: Pick<StoredFile, 'id' | 'customerId' | 'purpose'>): string =>
    `bolsillo.file.1\n${id}\n${customerId}\n${purpose}`
  return {
    ...given,
    seal: ({ jpeg }, owner) => {
      const key = randomBytes(rng, keyBytes)
      return {
        wrappedKey: wrapper.seal(key, about(owner)),
        body: createSealer(key, rng).seal(jpeg, about(owner)),
      }
    },
    open: async (db, file) => {
      const sealed = present(await findBody(db, file.id), 'a file has bytes')
      return createSealer(wrapper.open(sealed.wrappedKey, about(file)), rng).open(sealed.body, about(file))
    },
    newFileId: () => {
      let bits = BigInt(`0x${randomBytes(rng, 16).toString('hex')}`)
      let text = ''
      for (let place = 0; place < 26; place += 1) {
        text = (alphabet[Number(bits % 32n)] ?? '') + text
        bits /= 32n
      }
      return idOf('fil', `fil_${text}`)
    },
  }
}

/** The port. */
export function createFilesPort(
  { open }: Pick<FilesDeps, 'open'>,
  { keep, openForCase }: Pick<Files, 'keep' | 'openForCase'>,
): Files {
  const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
  return {
    use: async (tx, { fileId, customerId, purpose, caseId, field, now }) => {
      const file = await lockFile(tx, fileId)
      if (file === undefined || file.customerId !== customerId || file.purpose !== purpose) {
        return reject(r.fileUnknown, { field })
      }
      if (file.usedAt !== undefined) return reject(r.fileUsed, { field })
      await insertUse(tx, fileId, caseId, now)
      return undefined
    },
    carryOver: async (tx, from, to) => {
      assert(await belongsToCase(tx, from.fileId, from.caseId), 'a file is carried over from a case it belongs to')
      await insertUse(tx, from.fileId, to.caseId, to.now)
    },
    digest: async (db, file) => {
      const jpeg = await open(db, file)
      const { body } = present(await findBody(db, file.id), 'a file has bytes')
      return { bytes: jpeg.length, hash: hashOf(jpeg), storedHash: hashOf(body) }
    },
    find: findFile,
    opened: findOpened,
    openForCase,
    keep,
  }
}

/** A picture as a reply has it. */
export function pictureReply(
  { width, height }: { readonly width: number; readonly height: number },
  jpeg: Buffer,
): ReplyOf<typeof viewOwnFile> {
  return { jpeg: jpeg.toString('base64'), width, height }
}
