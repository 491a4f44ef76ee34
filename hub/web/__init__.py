"""Pages and sockets: what the views say, pushed to browsers, and button presses turned into facts.

Knows HTTP, WebSockets and which facts a page may say. Refuses to know rules: nothing is decided in a route or in
JavaScript, and nothing is shown that a view did not give.
"""
