import { isRejection } from '@bolsillo/kernel'
import { connect, type DatabaseAddress } from '@bolsillo/server-kit'
import { deskLimits } from '@bolsillo/trading/server'
import { seededDesk } from './seeded-desk.ts'

// Runs in a process of its own, so that nothing is warm. Starts a desk on the given database and prints the time to
// the first durable answer, in milliseconds, and the heap that the open orders take, in megabytes.
const [customers = '0', instruments = '0', run = '0'] = process.argv.slice(2)
const address = JSON.parse(process.env.RESTART_DATABASE ?? '') as DatabaseAddress
const startedMs = performance.now()
const sql = connect(address, { connectionsMax: 4, name: 'restart' })
const size = { customers: Number(customers), instruments: Number(instruments) }
const workload = await seededDesk(sql, size, Number(run)).open(deskLimits.batchMax)
const loadedMs = performance.now()
const answer = await workload.trading.place(workload.next())
if (isRejection(answer)) throw new Error(`the first order was refused: ${JSON.stringify(answer)}`)
const answeredMs = performance.now()
await workload.stop()
await sql.end()
const heapMb = process.memoryUsage().heapUsed / 2 ** 20
console.log(JSON.stringify({ tookMs: answeredMs - startedMs, loadMs: loadedMs - startedMs, heapMb }))
