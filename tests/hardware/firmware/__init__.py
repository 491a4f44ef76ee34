"""The microcontroller's firmware: its core under sanitizers, its link on bad wires, its binary in the simulator."""
