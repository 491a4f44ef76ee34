// One WebSocket: whole snapshots in, nothing out. Says at once when what is shown has become old, and comes back by itself.

const SILENCE_MS = 6500; // three beats of the hub
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5000;

// Calls `onChange` after each change. `connection` holds: view, up, lostAt (Date or null), skew (hub's clock minus ours, ms).
export function follow(path, onChange) {
  const connection = { view: null, up: false, lostAt: null, skew: 0 };
  let socket = null;
  let retry = FIRST_RETRY_MS;
  let silence = null;
  let waiting = null;
  let heardAt = 0;
  let build = null;

  const lose = () => {
    clearTimeout(silence);
    if (socket !== null) {
      socket.onclose = socket.onmessage = null;
      socket.close();
      socket = null;
    }
    if (connection.lostAt === null) {
      connection.lostAt = new Date();
    }
    connection.up = false;
    clearTimeout(waiting);
    waiting = setTimeout(open, retry * (0.75 + Math.random() / 2));
    retry = Math.min(retry * 2, LONGEST_RETRY_MS);
    onChange(connection);
  };

  const hear = (event) => {
    clearTimeout(silence);
    silence = setTimeout(lose, SILENCE_MS);
    heardAt = Date.now();
    const message = JSON.parse(event.data);
    build ??= message.build;
    if (message.build !== build) {
      location.reload(); // the hub was renewed: its pages speak another dialect now
      return;
    }
    connection.skew = message.now - Date.now();
    if (message.view === undefined) {
      return;
    }
    connection.view = message.view;
    connection.up = true;
    connection.lostAt = null;
    retry = FIRST_RETRY_MS;
    onChange(connection);
  };

  const open = () => {
    clearTimeout(waiting);
    socket = new WebSocket(`ws://${location.host}${path}`);
    socket.onmessage = hear;
    socket.onclose = lose;
    silence = setTimeout(lose, SILENCE_MS);
  };

  const hurry = () => {
    if (socket === null) {
      retry = FIRST_RETRY_MS;
      open();
    }
  };

  addEventListener("offline", lose);
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") {
      return;
    }
    if (connection.up && Date.now() - heardAt > SILENCE_MS) {
      lose(); // the phone slept, and so did its timers
    }
    hurry();
  });
  open();
  onChange(connection);
  return connection;
}
