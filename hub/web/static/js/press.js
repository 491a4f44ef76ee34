// Presses: each goes out once, a doubled tap is one press, and one that was not recorded says so.

const TIMEOUT_MS = 4000;
const TRIES = 2;
const REST_MS = 500; // a second tap on the same button within this time is the same tap

// `state` holds: busy (a Set of button names), failure (text or null), said (text or null). Calls `onChange` after each change.
export function presser(onChange) {
  const state = { busy: new Set(), failure: null, said: null };
  let fading = null;

  const settle = (name) => {
    setTimeout(() => {
      state.busy.delete(name);
      onChange();
    }, REST_MS);
  };

  state.send = async (name, path, body, said) => {
    if (state.busy.has(name)) {
      return false;
    }
    state.busy.add(name);
    state.failure = null;
    onChange();
    const failure = await post(path, { press: pressId(), ...body });
    state.failure = failure;
    state.said = failure === null ? said : null;
    clearTimeout(fading);
    fading = setTimeout(() => {
      state.said = null;
      onChange();
    }, 3000);
    settle(name);
    onChange();
    return failure === null;
  };

  state.dismiss = () => {
    state.failure = null;
    onChange();
  };

  return state;
}

// Null when it was recorded, else why not. The same press is sent again after a broken connection: the hub takes it once.
async function post(path, body) {
  let why = "";
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      const response = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.ok) {
        return null;
      }
      const answer = await response.json().catch(() => ({}));
      return answer.error ?? `the hub answered ${response.status}`;
    } catch (error) {
      why = error.name === "TimeoutError" ? "the hub did not answer in time" : "the hub cannot be reached";
    }
  }
  return why;
}

function pressId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
