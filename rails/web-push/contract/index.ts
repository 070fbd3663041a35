import { defineCall, field, z } from '@bolsillo/contract'
import { rejectionSpec } from '@bolsillo/kernel'

/** How many devices of a customer are sent notices at a time. */
export const devicesMost = 10

/** Refusals of this room, in the order they are checked: 39000 to 39999. */
export const pushRejections = {
  off: rejectionSpec('push-off', 39_001, 409),
  service: rejectionSpec('push-service', 39_002, 422),
  keys: rejectionSpec('push-keys', 39_003, 422),
  tooMany: rejectionSpec('push-devices-too-many', 39_004, 409),
  unknown: rejectionSpec('push-device-unknown', 39_005, 404),
} as const
const r = pushRejections

const writing = { method: 'POST', audience: 'restricted', needs: [], effect: 'write' } as const
const deviceId = field.id('psh')

/** A device that is sent notices. */
export const deviceShape = z.object({
  deviceId: z.string(),
  /** `Chrome · Android`. */
  device: z.string(),
  /** The host of the push service that reaches it. */
  service: z.string(),
  addedAt: field.at,
  /** SHA-256 of its address at that service, in hex: by this a device finds itself. The address itself is never answered. */
  mark: z.string(),
})

export const listPushDevices = defineCall({
  name: 'list-push-devices',
  method: 'GET',
  path: '/user/push/devices',
  audience: 'restricted',
  needs: [],
  effect: 'read',
  request: z.object({}),
  reply: z.object({
    /** The public key a browser subscribes with (P-256, base64url); left out where this server sends nothing to devices. */
    key: z.optional(z.string()),
    most: z.number(),
    /** The newest first. */
    rows: z.array(deviceShape),
  }),
  rejections: [],
  summary: 'The customer’s devices that are sent notices, and the key with which a browser subscribes.',
})

export const addPushDevice = defineCall({
  name: 'add-push-device',
  path: '/user/push/add',
  ...writing,
  request: z.object({
    endpoint: field.secret(1, 1000),
    /** The browser's public key, and its secret: base64url, as `PushSubscription` has them. */
    p256dh: field.secret(1, 200),
    auth: field.secret(1, 100),
  }),
  reply: deviceShape,
  secrets: ['endpoint', 'p256dh', 'auth'],
  limit: { times: 20, perMs: 60_000 },
  rejections: [r.off, r.service, r.keys, r.tooMany],
  summary: 'Sends the customer’s notices to this device as well, until it is removed or signed out.',
})

export const removePushDevice = defineCall({
  name: 'remove-push-device',
  path: '/user/push/remove',
  ...writing,
  request: z.object({ deviceId }),
  reply: z.object({}),
  limit: { times: 60, perMs: 60_000 },
  rejections: [],
  summary: 'Sends no notice to a device any more. One that is gone already is no error.',
})

export const testPushDevice = defineCall({
  name: 'test-push-device',
  path: '/user/push/test',
  ...writing,
  request: z.object({ deviceId }),
  reply: z.object({}),
  limit: { times: 6, perMs: 60_000 },
  rejections: [r.off, r.unknown],
  summary: 'Sends a test notice to a device.',
})

export const calls = [listPushDevices, addPushDevice, removePushDevice, testPushDevice] as const
