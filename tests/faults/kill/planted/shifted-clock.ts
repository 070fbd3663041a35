// Loaded before the server (`--import`) while customers buy the shares they sell later: shares may only be sold days
// after they were bought, and a clock that is moved while a server runs is lost when it is killed.
const behindMs = Number(process.env.CLOCK_BEHIND_MS ?? 0)
const machineNow = Date.now
Date.now = () => machineNow() - behindMs
