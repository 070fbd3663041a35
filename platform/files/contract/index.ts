import { defineCall, field, z } from '@bolsillo/contract'
import { rejectionSpec } from '@bolsillo/kernel'
import { fileBytesMax, filePurposes } from '../domain/file-rules.ts'

/** Refusals of this room, 19000 to 19199. All but the last three are about the field `file`. */
export const fileRejections = {
  fileEmpty: rejectionSpec('file-empty', 19001),
  fileName: rejectionSpec('file-name', 19002),
  filePdf: rejectionSpec('file-pdf', 19003),
  fileHeic: rejectionSpec('file-heic', 19004),
  fileKind: rejectionSpec('file-kind', 19005),
  filePixels: rejectionSpec('file-pixels', 19006),
  fileTooSmall: rejectionSpec('file-too-small', 19007),
  fileMoving: rejectionSpec('file-moving', 19008),
  fileUnreadable: rejectionSpec('file-unreadable', 19009),
  filesTooMany: rejectionSpec('files-too-many', 19010, 409),
  filesTooMuch: rejectionSpec('files-too-much', 19011, 409),
  /** Missing, another customer's, or uploaded for another purpose: the same answer. */
  fileUnknown: rejectionSpec('file-unknown', 19020, 404),
  fileUsed: rejectionSpec('file-used', 19021, 409),
  viewsTooMany: rejectionSpec('file-views-too-many', 19030, 429, 'retryable'),
} as const

const r = fileRejections

export const uploadFile = defineCall({
  name: 'upload-file',
  method: 'POST',
  path: '/common/upload',
  // Also whoever may not trade: support takes pictures of theirs. What else they upload is used by nothing they may call.
  audience: 'restricted',
  needs: [],
  request: z.object({ purpose: field.oneOf(filePurposes) }),
  reply: z.object({
    /** 128 random bits; good for the purpose, and for its owner only. */
    fileId: z.string(),
    width: z.number(),
    height: z.number(),
    /** Removed then, unless it was used. */
    unusedUntil: field.at,
  }),
  rejections: [
    r.fileEmpty,
    r.fileName,
    r.filePdf,
    r.fileHeic,
    r.fileKind,
    r.fileMoving,
    r.filePixels,
    r.fileTooSmall,
    r.fileUnreadable,
    r.filesTooMany,
    r.filesTooMuch,
  ],
  summary: 'Takes one picture (multipart/form-data: `purpose`, `file`), makes it anew and keeps it encrypted.',
  effect: 'write',
  commits: 'use-case',
  file: { field: 'file', bytesMax: fileBytesMax },
  limit: { times: 40, perMs: 3_600_000 },
})

/** A picture on its way to a screen. */
export const picture = z.object({
  /** Always a JPEG made by us, base64. */
  jpeg: z.string(),
  width: z.number(),
  height: z.number(),
})

export const viewOwnFile = defineCall({
  name: 'view-own-file',
  method: 'GET',
  path: '/common/file',
  audience: 'restricted',
  needs: [],
  request: z.object({ fileId: field.id('fil') }),
  reply: picture,
  rejections: [r.fileUnknown],
  summary: 'One of the customer’s own pictures, as it is kept.',
  effect: 'read',
  limit: { times: 120, perMs: 3_600_000 },
})

export const calls = [uploadFile, viewOwnFile] as const
